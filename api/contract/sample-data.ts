import { Type } from 'typebox'
import type { Endpoints } from './endpoint.ts'

const SampleDataChanged = Type.Object({
  message: Type.String(),
  details: Type.Object({ players: Type.Integer(), seasons: Type.Integer(), rounds: Type.Integer() }),
})

export const sampleDataEndpoints = {
  'POST /admin/seed/seed-test-data': {
    access: 'main_admin',
    response: { 200: SampleDataChanged },
    summary: 'Add sample data',
    description:
      'Adds a season with 15 players and 11 sports. It is refused while sample data is there, and 404 unless `ENABLE_DEV_TOOLS` is set.',
    refuses: ['wrongState', 'notFound'],
  },
  'POST /admin/seed/clear-test-data': {
    access: 'main_admin',
    response: { 200: SampleDataChanged },
    summary: 'Delete the sample data',
    description:
      'Deletes what the sample data added, and nothing else. It is 404 unless `ENABLE_DEV_TOOLS` is set.',
    refuses: ['notFound'],
  },
} satisfies Endpoints
