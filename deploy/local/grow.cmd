@echo off
rem Adds partitions while everything runs, on Windows: what the script without .cmd does.
"%~dp0..\windows\launch.cmd" grow %*
