import pg from 'pg'
import { onTestFinished } from 'vitest'

/**
 * Somebody else's connection, which ends with the test. Were it left open, a test that fails would fail the whole run as
 * well, once its server stops.
 */
export async function postgresClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  // One that the server cuts off is an outcome, not an error.
  client.on('error', () => {})
  onTestFinished(() => client.end())
  await client.connect()
  return client
}
