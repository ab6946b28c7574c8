import { Type } from 'typebox'
import { command, section } from './endpoint.ts'

const SampleDataChanged = Type.Object({
  message: Type.String(),
  details: Type.Object({ players: Type.Integer(), seasons: Type.Integer(), rounds: Type.Integer() }),
})

export const sampleDataEndpoints = section('Sample data', 'main_admin', {
  'POST /admin/seed/seed-test-data': command(
    'Add sample data. Adds a season with 15 players and 11 sports. It is refused while sample data is there, and 404 unless `ENABLE_DEV_TOOLS` is set.',
    { response: { 200: SampleDataChanged }, refuses: ['wrongState', 'notFound'] },
  ),
  'POST /admin/seed/clear-test-data': command(
    'Delete the sample data. Deletes what the sample data added, and nothing else. It is 404 unless `ENABLE_DEV_TOOLS` is set.',
    { response: { 200: SampleDataChanged }, refuses: ['notFound'] },
  ),
})
