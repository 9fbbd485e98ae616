@echo off
rem Makes deliveries of dead letters again, on Windows: what the script without .cmd does.
"%~dp0..\windows\launch.cmd" redrive %*
