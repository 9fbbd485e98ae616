@echo off
rem The command line of Tidings, on Windows: what the script without .cmd does.
"%~dp0windows\launch.cmd" tidings %*
