import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import packageJson from './package.json' with { type: 'json' }

const apiPort = process.env.PORT ?? '3003'

/** The footer's version leads to what changed in it. */
const releaseNotes: Plugin = {
  name: 'release-notes',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'releases.txt', source: readFileSync('CHANGELOG.md', 'utf8') })
  },
}

export default defineConfig({
  root: 'web',
  plugins: [react(), releaseNotes],
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(packageJson.version) },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The chart library, which is loaded only when there is something to draw.
    chunkSizeWarningLimit: 550,
  },
  server: { port: 5173, proxy: { '/api': `http://localhost:${apiPort}` } },
})
