# Runs in the machine as root: makes the Python whose version the first argument names `python3` of all users, unless Debian's
# is that version already. uv, whose version is the second argument, installs it and checks its digest.
set -eu
version=$1
numbers() { "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])'; }
# What an earlier setup put there is replaced, or gives way to Debian's.
for name in python3 python pip3 pip; do
    ! grep -q -s /opt/python/ "/usr/local/bin/$name" || rm -f "/usr/local/bin/$name"
done
case "$(numbers /usr/bin/python3)." in
    "$version".*)
        /usr/bin/python3 --version
        exit
        ;;
esac
tools=$(mktemp -d /var/tmp/belljar-uv.XXXXXX)
trap 'rm -rf "$tools"' EXIT
/usr/bin/python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --no-input --disable-pip-version-check --no-cache-dir -- "uv==$2"
export UV_PYTHON_INSTALL_DIR=/opt/python UV_CACHE_DIR="$tools/cache" UV_NO_CONFIG=1 UV_NO_PROGRESS=1
"$tools/bin/uv" python install --system-certs --no-bin -- "$version"
python=$("$tools/bin/uv" python find --managed-python -- "$version")
case "$(numbers "$python")." in
    "$version".*) ;;
    *)
        echo "uv installed Python $(numbers "$python") instead of $version" >&2
        exit 1
        ;;
esac
# Programs and not links: an environment made by a Python that was started through a link does not find its library.
for name in python3 python; do
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$python" >"/usr/local/bin/$name"
done
for name in pip3 pip; do
    printf '#!/bin/sh\nexec "%s" -m pip "$@"\n' "$python" >"/usr/local/bin/$name"
done
chmod 0755 /usr/local/bin/python3 /usr/local/bin/python /usr/local/bin/pip3 /usr/local/bin/pip
python3 --version
