@echo off
rem Starts the {{project.artifactId}} on Windows: start.cmd service.properties
rem Takes the Java 25 that JAVA_HOME names, else the one on the PATH. JAVA_OPTS is added to jvm.options.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version 2>&1 | findstr /r /c:"version .25" >nul || (
    echo needs Java 25: install one ^(https://adoptium.net/temurin/releases/?version=25^) or let JAVA_HOME name it. 1>&2
    exit /b 1
)
"%java%" @"%~dp0jvm.options" %JAVA_OPTS% -cp "%~dp0lib\*" {{main.class}} %*
exit /b %ERRORLEVEL%
