import { useState } from 'react'
import type { RoundList } from '../../../api/contract/rounds.ts'
import { matches } from '../../search.ts'
import { resultLines } from '../../sport/result-lines.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Hint } from '../../ui/layout.tsx'
import { Section } from '../parts/section.tsx'
import { CompletedSport } from './completed-sport.tsx'
import { SportCard } from './sport-card.tsx'
import type { SportAction } from './sport-menu.tsx'
import { byUrgency, isPlayed, newestFirst } from './sport-order.ts'
import styles from './sports.module.css'

/** So many fit a few screens without a search. */
const searchedFrom = 15

type SportsListProps = {
  rounds: RoundList
  ended: boolean
  onAct: (action: SportAction, roundId: number) => void
}

export function SportsList({ rounds, ended, onAct }: SportsListProps) {
  const [search, setSearch] = useState('')
  const searched = rounds.length >= searchedFrom
  const found = searched ? rounds.filter((round) => matches(wordsOf(round), search)) : rounds
  const current = found.filter(({ status }) => status !== 'completed').toSorted(byUrgency)
  const running = current.filter((round) => round.status !== 'draft' && isPlayed(round)).length
  const completed = found.filter(({ status }) => status === 'completed').toSorted(newestFirst)
  const act = (round: RoundList[number]) => (action: SportAction) => onAct(action, round.id)
  const isFiltered = searched && search.trim() !== ''
  return (
    <>
      {searched && (
        <div className={styles.season}>
          <TextInput
            label="Search sports"
            type="search"
            placeholder="Name, status or champion"
            value={search}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
          <Hint role="status">{isFiltered && `${found.length} of ${rounds.length} sports`}</Hint>
        </div>
      )}
      <Section
        title="Active Sports"
        count={running === current.length ? `${running}` : `${running} of ${current.length}`}
        empty={isFiltered ? 'No sport matches.' : allCompleted(ended)}
      >
        {current.map((round) => (
          <SportCard key={round.id} round={round} ended={ended} onAct={act(round)} />
        ))}
      </Section>
      <Section
        title="Completed Sports"
        empty={isFiltered ? 'No sport matches.' : 'Completed sports and their results appear here.'}
      >
        {completed.map((round) => (
          <CompletedSport key={round.id} round={round} ended={ended} onAct={act(round)} />
        ))}
      </Section>
    </>
  )
}

const wordsOf = (round: RoundList[number]) =>
  `${round.sport_name} ${round.cancelled_at ? 'cancelled' : round.status} ${resultLines(round)[0]?.holder ?? ''}`

const allCompleted = (ended: boolean) =>
  ended ? 'Every sport is completed.' : 'Every sport is completed. Add the next one.'
