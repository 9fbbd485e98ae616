@echo off
rem Runs Launch.java with any Java from 11 on; that one looks for the Java 25 of the programs.
setlocal
set "launcher=java"
if defined JAVA_HOME set "launcher=%JAVA_HOME%\bin\java"
"%launcher%" "%~dp0Launch.java" "%~dp0..\.." %*
exit /b %ERRORLEVEL%
