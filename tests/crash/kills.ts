/** `npm run test:crash` makes it 200 for each way to keep a league. */
export const KILLS = Number(process.env.CRASH_KILLS || 20)

/** What has been printed before, to see the same again. */
export const SEED = Number(process.env.CRASH_SEED || Date.now() % 1_000_000)

/** A limit for tests that kill so often, on a machine that is busy with something else as well. */
export const KILLS_LAST_MS = 240_000 + KILLS * 30_000

/** A tenth of all fall into the very first start. */
export const FIRST_START_KILLS = Math.max(2, Math.round(KILLS / 10))

/** A part of a moment's name, to kill in that alone. */
export const ONLY_MOMENT = process.env.CRASH_MOMENT
