// Builds server and client. With --if-changed, as before `npm start`, only when they were not built from just these sources.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { include } = JSON.parse(readFileSync('tsconfig.build.json', 'utf8'))
const SOURCES = [
  ...include,
  'web',
  ...['CHANGELOG.md', 'package-lock.json', 'package.json', 'tsconfig.build.json', 'tsconfig.json'],
]
/** All at once. npm puts the programs on the PATH. */
const BUILD =
  'concurrently --raw --kill-others-on-fail "tsc -p tsconfig.build.json" "vite build web --logLevel warn" "node platform/database/build-database.js"'
const BUILT = ['dist/main.js', 'dist/web/index.html', 'dist/database/PG_VERSION']
const BUILT_FROM = 'dist/built-from'

const inside = (path) =>
  statSync(path).isFile() ? [path] : readdirSync(path, { recursive: true }).map((name) => join(path, name))

/** An editor's lock or temporary file may lead nowhere. */
function stateOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? `${path} ${stat.size} ${stat.mtimeMs}` : path
}

const sources = SOURCES.flatMap(inside).map(stateOf).sort().join('\n')
const digest = createHash('sha256').update(sources).digest('hex')
const isBuilt = [...BUILT, BUILT_FROM].every(existsSync) && readFileSync(BUILT_FROM, 'utf8') === digest
if (!isBuilt || !process.argv.includes('--if-changed')) {
  rmSync(BUILT_FROM, { force: true })
  console.error('Building, which takes half a minute or less ...')
  try {
    execSync(BUILD, { stdio: 'inherit' })
  } catch {
    // Its programs have said what is wrong.
    if (!existsSync('node_modules/vite'))
      console.error('The build needs the development packages: npm ci --include=dev')
    process.exit(1)
  }
  writeFileSync(BUILT_FROM, digest)
}
