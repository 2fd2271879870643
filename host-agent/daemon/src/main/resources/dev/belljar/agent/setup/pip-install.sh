# Runs in the machine as root: installs the Python packages that its arguments name, for all users.
# The option is safe here: pip of Debian writes below /usr/local, where apt writes nothing, so that neither replaces
# files of the other, and no other project uses this machine. A Python that a version was chosen for has a folder of its
# own, whose programs get links there.
set -eu
python3 -m pip install --break-system-packages --root-user-action=ignore --no-input --disable-pip-version-check \
    --no-cache-dir -- "$@"
programs=$(python3 -c 'import sysconfig; print(sysconfig.get_path("scripts"))')
case $programs in
    /opt/python/*)
        for program in "$programs"/*; do
            name=${program##*/}
            case $name in
                python* | pip* | idle* | pydoc* | 2to3*) ;;
                *) ln -sfn "$program" "/usr/local/bin/$name" ;;
            esac
        done
        ;;
esac
