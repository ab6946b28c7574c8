import { depth, isDeep } from '../depth.ts'

/** For each way to keep a league. */
export const KILLS = depth({ gate: 1, deep: 20 })

/** Of all kills, those that fall into the very first start. */
export const FIRST_START_KILLS = isDeep ? Math.max(1, Math.round(KILLS / 10)) : 0

/** A part of a moment's name, to kill in that alone. */
export const ONLY_MOMENT = isDeep ? process.env.CRASH_MOMENT : 'writers'
