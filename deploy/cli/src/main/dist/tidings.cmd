@echo off
rem The command line of Tidings on Windows: tidings.cmd --help
rem Takes the Java 25 that JAVA_HOME names, else the one on the PATH. JAVA_OPTS is added to the options of the JVM.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version 2>&1 | findstr /r /c:"version .25" >nul || (
    echo needs Java 25: install one ^(https://adoptium.net/temurin/releases/?version=25^) or let JAVA_HOME name it. 1>&2
    exit /b 1
)
"%java%" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData %JAVA_OPTS% -cp "%~dp0lib\*" io.tidings.cli.CliMain %*
exit /b %ERRORLEVEL%
