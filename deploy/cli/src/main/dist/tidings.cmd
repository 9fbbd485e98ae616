@echo off
rem Tidings on the command line of Windows: tidings.cmd --help
rem Takes the Java 25 that JAVA_HOME names, else the one on the PATH. JAVA_OPTS is added to the options of the JVM.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version 2>&1 | findstr /r /c:"version .25" >nul || (
    echo needs Java 25: install one ^(https://adoptium.net/temurin/releases/?version=25^) or let JAVA_HOME name it. 1>&2
    exit /b 1
)
set "options=-Xmx256m -XX:TieredStopAtLevel=1 -XX:-UsePerfData"
if "%~1"=="up" set "options=-Xmx1g -Dsun.net.httpserver.maxIdleConnections=10000"
"%java%" %options% -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow %JAVA_OPTS% -cp "%~dp0lib\*" io.tidings.cli.CliMain %*
exit /b %ERRORLEVEL%
