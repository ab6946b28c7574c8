import { openProjector, type Projector, type ProjectorOptions } from '../../projections/engine/projector.ts'

/** When the tables show what is in the log. */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const projector = await openProjector(options)
  await projector.ready.catch(async (error: unknown) => {
    await projector.stop()
    throw error
  })
  return projector
}
