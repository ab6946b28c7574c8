import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { explanationRoutes } from '../../api/routes/explanations.ts'
import type { App } from '../../api/server/serve.ts'
import type { Services } from '../../api/server/services.ts'

test('who asks for an explanation does not wait until the standings are made for all others', async () => {
  const seasonNow = async () => {
    await sleep(300)
    return null
  }
  const app = Fastify({ ajv: { customOptions: { strict: false } } }) as unknown as App
  explanationRoutes(app, { boards: { seasonNow } as unknown as Services['boards'] })
  const asked = Array.from({ length: 20 }, () => app.inject('/public/leaderboard/season/1/players/1'))
  const answers = await Promise.all(asked)
  expect(new Set(answers.map((answer) => answer.json().message))).toEqual(
    new Set(['This player is not in the standings of that season']),
  )
  await app.close()
})
