// Builds what `npm start` runs when a source, or a folder of them, is younger than what was built from it.
import { execSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const { include } = JSON.parse(readFileSync('tsconfig.build.json', 'utf8'))
const SOURCES = [
  ...include,
  'web',
  ...[
    'CHANGELOG.md',
    'package-lock.json',
    'package.json',
    'tsconfig.build.json',
    'tsconfig.json',
    'vite.config.ts',
  ],
]
const BUILT = ['dist/main.js', 'dist/web/index.html']

const changedMs = (path) => statSync(path).mtimeMs

function lastChangeMs(path) {
  if (statSync(path).isFile()) return changedMs(path)
  const inside = readdirSync(path, { recursive: true })
  return Math.max(changedMs(path), ...inside.map((name) => changedMs(join(path, name))))
}

const isBuilt = BUILT.every(existsSync)
const builtMs = isBuilt ? Math.min(...BUILT.map(changedMs)) : 0
if (SOURCES.some((path) => lastChangeMs(path) > builtMs))
  execSync('npm run --silent build', { stdio: 'inherit' })
