@echo off
rem Tidings on the command line of Windows, built if it is missing: deploy\tidings.cmd --help
setlocal
set "dist=%~dp0cli\target\dist"
for %%c in (up kafka grow completion -h --help "") do if "%~1"=="%%~c" set "dist=%~dp0local\target\dist"
if not defined TIDINGS_DATA set "TIDINGS_DATA=%~dp0..\data"
if not exist "%dist%\built" (
    call mvn -q -B -ntp -f "%~dp0..\pom.xml" -Dmaven.test.skip -Dformat.skip -Dsbom.skip -pl deploy/local,deploy/cli -am package
    if errorlevel 1 exit /b 1
)
call "%dist%\tidings.cmd" %*
exit /b %ERRORLEVEL%
