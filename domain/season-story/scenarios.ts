import { listed } from '../names.ts'
import type { Champions } from './cases.ts'
import { COMPARISONS_MAX, type Contest } from './contest.ts'
import { leadIn } from './leads.ts'
import type { Contender } from './remaining.ts'
import { combinations } from './scenario.ts'

export type Scenario = {
  sentence: string
  leaderIds: number[]
  /** `value` null: a team that nobody picked. */
  when: { roundId: number; value: string | null }[]
}

const SPORTS_MAX = 3
const SCENARIOS_MAX = 20

/** Null where anything but a few locked sports with lists of teams remains. `rivals` are those who can win: nobody else comes to lead. */
export function scenariosOf(contest: Contest, rivals: readonly Contender[]): Scenario[] | null {
  const { open, locked, contenders } = contest
  if (open.length > 0 || locked.length === 0 || locked.length > SPORTS_MAX) return null
  if (locked.some(({ pickType }) => pickType !== 'single')) return null
  const all = combinations(
    locked.map((_, index) => [...new Set([...contenders.flatMap(({ sides }) => sides[index] ?? []), null])]),
  )
  if (all === null || all.length * rivals.length > COMPARISONS_MAX) return null
  const leadersWith = leadersIn(contest, rivals)
  const settled = all.map((champions) => ({ champions, leaders: leadersWith(champions) }))
  return everybodyFirst(shortest(settled, locked.length))
    .slice(0, SCENARIOS_MAX)
    .map(({ leaders, conditions }) => {
      const when = locked.flatMap(({ roundId, sportName }, index): Condition[] => {
        const value = conditions[index]
        return value === undefined ? [] : [{ roundId, sportName, value }]
      })
      return {
        sentence: sentenceOf(leaders, when),
        leaderIds: leaders.map(({ playerId }) => playerId),
        when: when.map(({ roundId, value }) => ({ roundId, value })),
      }
    })
}

type Condition = Scenario['when'][number] & { sportName: string }

/** Those who lead whatever comes second to fifth; nobody where that is not sure. */
function leadersIn(contest: Contest, rivals: readonly Contender[]) {
  const { contenders, caseOf, isSure } = contest
  const leadOf = leadIn(contest)

  return (champions: Champions): readonly Contender[] => {
    const isScored = contenders.some((one) => caseOf(one, 'least', undefined, champions).totalPoints !== 0)
    if (!isScored) return []
    const aheadOf = (player: Contender, rival: Contender) =>
      rival === player ? -1 : leadOf(rival, player, champions).ahead
    const leaders = rivals.filter((player) => rivals.every((rival) => aheadOf(player, rival) <= 0))
    const mustBeBehind = isSure ? rivals.filter((one) => !leaders.includes(one)) : rivals
    const isSettled = leaders.every((leader) => mustBeBehind.every((one) => aheadOf(leader, one) < 0))
    return isSettled ? leaders : []
  }
}

type Settled = { champions: Champions; leaders: readonly Contender[] }

/** By the index of a locked sport; undefined where its champion changes nothing. */
type Found = { leaders: readonly Contender[]; conditions: readonly (string | null | undefined)[] }

/** With the fewest conditions first, until each combination that settles it is covered by one. */
function shortest(all: readonly Settled[], sports: number): Found[] {
  const found: Found[] = []
  const covered = new Set<Settled>()
  const choices = combinations(Array.from({ length: sports }, () => [false, true])) ?? []
  for (const isNamed of choices.toSorted((one, other) => namedIn(one) - namedIn(other))) {
    for (const [first, ...others] of alikeIn(all, isNamed)) {
      const { champions, leaders } = first
      const isSettled = leaders.length > 0 && others.every((one) => areSame(one.leaders, leaders))
      if (!isSettled || [first, ...others].every((one) => covered.has(one))) continue
      for (const one of [first, ...others]) covered.add(one)
      found.push({ leaders, conditions: champions.map((team, index) => (isNamed[index] ? team : undefined)) })
    }
  }
  return found
}

const namedIn = (isNamed: readonly boolean[]) => isNamed.filter(Boolean).length

const areSame = (some: readonly Contender[], others: readonly Contender[]) =>
  some.length === others.length && some.every((one, index) => one === others[index])

function alikeIn(all: readonly Settled[], isNamed: readonly boolean[]): Iterable<[Settled, ...Settled[]]> {
  const groups = new Map<string, [Settled, ...Settled[]]>()
  for (const one of all) {
    const key = JSON.stringify(one.champions.filter((_, index) => isNamed[index]))
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups.values()
}

/** So that a list that is cut off names as many people as it can. */
function everybodyFirst(found: readonly Found[]): Found[] {
  const earlier = ({ leaders }: Found, index: number) =>
    found.slice(0, index).filter((other) => areSame(other.leaders, leaders)).length
  return found
    .map((one, index) => ({ one, earlier: earlier(one, index) }))
    .sort((left, right) => left.earlier - right.earlier)
    .map(({ one }) => one)
}

/** Ann wins if Football goes to Reds and Tennis to Blues. */
function sentenceOf(leaders: readonly Contender[], when: readonly Condition[]): string {
  const names = listed(leaders.map(({ name }) => name))
  const win = leaders.length === 1 ? 'wins' : 'share the win'
  if (when.length === 0) return `${names} ${win}, whatever comes.`
  const [first, ...others] = when.map(({ sportName, value }, index) => {
    const team = value ?? 'a team that nobody picked'
    return index === 0 ? `${sportName} goes to ${team}` : `${sportName} to ${team}`
  })
  return `${names} ${win} if ${listed([first ?? '', ...others])}.`
}
