@echo off
rem Kafka's own command-line tools, against the local broker, on Windows: what the script without .cmd does.
"%~dp0..\windows\launch.cmd" kafka %*
