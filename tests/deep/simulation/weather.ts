import type { Chance } from './chance.ts'

/** How often each fault comes, from 0 never to 1 always. */
export type Weather = {
  /** Nothing is written. */
  lostAppends: number
  /** Written, but nobody hears of it. */
  unknownAppends: number
  storeReads: number
  brokenSubscriptions: number
  queries: number
  /** Committed, but nobody hears of it. */
  unknownCommits: number
  mailRefused: number
  mailUnknown: number
}

const FAIR: Weather = {
  lostAppends: 0,
  unknownAppends: 0,
  storeReads: 0,
  brokenSubscriptions: 0,
  queries: 0,
  unknownCommits: 0,
  mailRefused: 0,
  mailUnknown: 0,
}

const STORM: Weather = {
  lostAppends: 0.08,
  unknownAppends: 0.12,
  storeReads: 0.03,
  brokenSubscriptions: 0.15,
  queries: 0.01,
  unknownCommits: 0.05,
  mailRefused: 0.4,
  mailUnknown: 0.4,
}

/** Each season has its own: in some all is fair, in others one thing breaks often, or everything now and then. */
export function weatherFrom(chance: Chance): Weather {
  const weather = { ...FAIR }
  for (const fault of Object.keys(STORM) as (keyof Weather)[]) {
    if (chance.happens(0.4)) weather[fault] = STORM[fault] * chance.oneOf([0.3, 1])
  }
  return weather
}

/** From here on nothing fails any more. */
export function clearUp(weather: Weather): void {
  Object.assign(weather, FAIR)
}
