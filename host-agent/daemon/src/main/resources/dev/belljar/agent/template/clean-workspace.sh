# Runs in the machine of a template as the user agent: removes the project's files from the workspace, with its git
# repository. What the setup made beside them is kept; deliver.sh accepts such a workspace.
set -eu
workspace=${BELLJAR_WORKSPACE:-/workspace}
cd "$workspace"
export GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 LC_ALL=C
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2> /dev/null || :
quiet() {
    git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 "$@"
}
read -r capture < .git/belljar-delivered
# The index of the capture names every file that was delivered, and the empty tree none: git then removes them all,
# with the folders that become empty.
quiet read-tree --reset "$capture"
quiet read-tree --reset -u "$(quiet mktree < /dev/null)"
rm -rf .git
mkdir .git
: > .git/belljar-prepared
