#!/bin/sh
# Starts the adapter, compiled anew where a source has changed: by dotnet, or else by mono's mcs.
# stdout belongs to the protocol, so compilers talk to stderr.
cd "$(dirname "$0")" || exit 1
mkdir -p build
if command -v dotnet >/dev/null; then
    program=build/engine.dll start="dotnet"
    compile() { dotnet build engine.csproj --nologo -v quiet -c Release -o build; }
elif command -v mcs >/dev/null && command -v mono >/dev/null; then
    program=build/engine.exe start="mono"
    # in one step, for two of us may start at once
    compile() { mcs -nologo -out:"build/$$.exe" ./*.cs && mv "build/$$.exe" "$program"; }
else
    echo "neither dotnet nor mono (mcs) is on the PATH" >&2
    exit 1
fi
if [ ! -e "$program" ] || [ -n "$(find . -maxdepth 1 -name '*.cs' -newer "$program")" ]; then
    compile >&2 || exit 1
fi
exec "$start" "$program"
