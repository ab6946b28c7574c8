import { parseArgs } from 'node:util'
import { benchAge } from './age.ts'
import { benchBurst } from './burst.ts'
import { benchCommands } from './commands.ts'
import { benchEventStore } from './eventstore.ts'
import { benchFootprint } from './footprint.ts'
import { benchGrowth } from './growth.ts'
import { benchPicks } from './picks.ts'
import { benchReplay } from './replay.ts'
import { isMet, printTable, type Row, writeJson } from './report.ts'
import { benchRules } from './rules.ts'
import { stopPostgres } from './stages.ts'
import { benchVisitors } from './visitors.ts'

const SECTIONS: Record<string, (seconds: number) => Promise<Row[]>> = {
  visitors: benchVisitors,
  picks: benchPicks,
  replay: benchReplay,
  rules: benchRules,
  growth: benchGrowth,
  age: benchAge,
  burst: benchBurst,
  footprint: benchFootprint,
  commands: benchCommands,
  eventstore: benchEventStore,
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
    only: { type: 'string', default: Object.keys(SECTIONS).join() },
    seconds: { type: 'string', default: '5' },
  },
})

const rows: Row[] = []
try {
  for (const name of values.only.split(',')) {
    const section = SECTIONS[name]
    if (!section)
      throw new Error(`There is no section ${name}: choose from ${Object.keys(SECTIONS).join(', ')}`)
    if (!values.json) console.log(`${name} ...`)
    rows.push(...(await section(Number(values.seconds))))
  }
} finally {
  await stopPostgres()
}
if (values.out) writeJson(rows, values.out)
if (values.json) writeJson(rows, null)
else {
  printTable(rows)
  const missed = rows.filter((row) => isMet(row) === false).length
  console.log(missed === 0 ? 'Every target is met.' : `${missed} of the targets are not met.`)
}
