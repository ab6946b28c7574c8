import { pathIn } from '../support/behind-proxy.ts'
import type { SettableClock } from '../support/clock.ts'
import { done, type Http } from '../support/http.ts'
import type { RunningLeague } from '../support/league/running.ts'

const PLAYERS = [
  'Ann',
  'Bob',
  'Cleo',
  'Maximiliane-Alexandra Featherstonehaugh',
  'Dmitri',
  'Zoë',
  'Li',
  'Omar',
]
const TEAMS = [
  'Reds',
  'Blues',
  'Greens',
  'The Extraordinarily Long-Named Wanderers of Northumberland',
] as const

/** Of the write-ins of two sports. */
const NAMES = ['Best film', '', 'Best film in a language that nobody here speaks']

/** The sports of the running season, in every state, and which link leads where. */
const SPORTS = [
  { sport: 'Football', teams: TEAMS, until: 'completed' },
  { sport: 'Oscars', teams: null, until: 'completed' },
  { sport: 'Synchronised Swimming World Championship', teams: TEAMS, until: 'completed' },
  { sport: 'Film Festival', teams: null, until: 'locked', names: NAMES },
  { sport: 'Tennis', teams: TEAMS, until: 'locked' },
  { sport: 'Cycling', teams: TEAMS, until: 'active', question: 'How many goals fall in the final?' },
  { sport: 'Song Contest', teams: null, until: 'active' },
  { sport: 'Sailing', teams: TEAMS, until: 'draft' },
  { sport: 'Book Prize', teams: null, until: 'draft', names: NAMES },
] as const

/** The paths of one player's links, by sport. */
export type Links = Record<(typeof SPORTS)[number]['sport'], string>

/**
 * A running season with sports in every state, and one that ended in a tie. The names are as long as real ones get.
 * Answers with the links of Ann, who has picked everywhere but for Cycling and Song Contest.
 */
export async function playSampleLeague(admin: Http, clock: SettableClock): Promise<Links> {
  const players: number[] = []
  for (const name of PLAYERS) {
    const email = name === 'Omar' ? '' : `${name.replace(/\W/g, '').toLowerCase()}@example.com`
    players.push((await done(admin.post('/admin/users', { name, email }))).id)
  }
  const past = await season(admin, 'Last Year', players, false)
  await play(
    { admin, clock, players, seasonId: past },
    { sport: 'Curling', teams: TEAMS, until: 'completed' },
  )
  await admin.post(`/admin/seasons/${past}/end`)

  const cup = await season(admin, 'Family Cup', players, true)
  const links = {} as Links
  for (const details of SPORTS) {
    links[details.sport] = await play({ admin, clock, players, seasonId: cup }, details)
  }
  await admin.post('/admin/users', { name: 'Newcomer', email: 'newcomer@example.com' })
  return links
}

type Details = {
  sport: string
  teams: readonly string[] | null
  until: (typeof SPORTS)[number]['until']
  names?: readonly string[]
  question?: string
}

/** With another admin, and a season and a sport that were deleted, for their dialogs. */
export async function playForDialogs({ admin, clock, addAdmin }: RunningLeague & { clock: SettableClock }) {
  await playSampleLeague(admin, clock)
  await addAdmin('Dana')
  const season = { name: 'Gone Cup', yearStart: 2027, yearEnd: 2027 }
  const { id } = await done(admin.post('/admin/seasons', season))
  await done(admin.post(`/admin/seasons/${id}/soft-delete`))
  const lock = { lockTime: '2027-03-01T19:00', timezone: 'UTC' }
  const sport = { seasonId: 2, sportName: 'Gone Golf', pickType: 'single', ...lock }
  const round = await done(admin.post('/admin/rounds', sport))
  await done(admin.post(`/admin/rounds/${round.id}/soft-delete`))
}

type Playing = { admin: Http; clock: SettableClock; players: number[]; seasonId: number }

/** Answers with the link of the first player. */
async function play(
  { admin, clock, players, seasonId }: Playing,
  { sport, teams, until, names, question }: Details,
): Promise<string> {
  const { id } = await done(
    admin.post('/admin/rounds', {
      ...{ seasonId, sportName: sport, lockTime: '2027-03-01T19:00', timezone: 'America/New_York' },
      ...(teams ? { pickType: 'single', teams } : { pickType: 'multiple', numWriteInPicks: 3 }),
      ...(names && { slotNames: names }),
    }),
  )
  if (question) await done(admin.put(`/admin/rounds/${id}/tie-break`, { question, unit: 'goals' }))
  if (until === 'draft') return ''
  await done(admin.post(`/admin/rounds/${id}/activate`))
  const linkOf = async (player = 0) => {
    const { url } = await done(admin.post(`/admin/rounds/${id}/participants/${player}/link`))
    return pathIn(url)
  }
  const [ann, bob] = players
  const link = await linkOf(ann)
  if (until === 'active') return link
  const pick = (path: string, picks: string[]) => done(admin.post(path.replace('/pick', '/picks'), { picks }))
  await pick(link, teams ? [TEAMS[3]] : ['Dune', 'The Zone of Interest', 'Oppenheimer'])
  await pick(await linkOf(bob), teams ? ['Reds'] : ['Barbie'])
  clock.advance(60_000)
  await done(admin.post(`/admin/rounds/${id}/lock`))
  if (until === 'locked') return link
  const places = teams ? { firstPlaceTeam: TEAMS[3], secondPlaceTeam: 'Reds' } : { firstPlaceTeam: 'Anora' }
  await done(admin.post(`/admin/rounds/${id}/complete`, places))
  return link
}

async function season(admin: Http, name: string, participantIds: number[], isDefault: boolean) {
  const years = { yearStart: 2027, yearEnd: 2028 }
  const values = { ...years, name, commissioner: 'Connie', isDefault, participantIds }
  return (await done(admin.post('/admin/seasons', values))).id
}

/** Of the season that runs. */
export async function joinPathOf({ admin }: Pick<RunningLeague, 'admin'>): Promise<string> {
  const { id } = await done(admin.get('/admin/seasons/default'))
  const { url } = await done(admin.post(`/admin/seasons/${id}/join-link`, { approval: 'ask' }))
  return pathIn(url)
}
