import { basename, dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import './depth.ts'

/** At the end, what each test measured, by part, and how to see the same again. */
export class FiguresTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules
      .toSorted((left, right) => left.moduleId.localeCompare(right.moduleId))
      .flatMap((module) =>
        [...module.children.allTests()].flatMap((test) => {
          const { figures } = test.meta()
          if (!figures) return []
          const values = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
          return [`  ${basename(dirname(module.moduleId))} | ${test.name} | ${values.join(', ')}`]
        }),
      )
    if (lines.length > 0) console.log(`\nFigures:\n${lines.join('\n')}`)
    console.log(`\nThe same again: SEED=${process.env.SEED} npm run test:deep -- <part>\n`)
  }
}
