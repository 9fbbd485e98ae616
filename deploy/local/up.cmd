@echo off
rem Starts Tidings on this machine, on Windows: what the script without .cmd does.
"%~dp0..\windows\launch.cmd" up %*
