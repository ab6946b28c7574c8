import type { ReactNode } from 'react'
import type { SportStatistics } from '../../api/contract/season-story.ts'
import { Team } from '../ui/avatar.tsx'
import { Name } from '../ui/name.tsx'

type BarsProps = {
  bars: SportStatistics['distribution']
  /** What a whole bar is. */
  picked: number
  people: (userIds: readonly number[]) => ReactNode
  /** Everybody, and not only whose pick is the only one of its kind. */
  withPeople?: boolean
}

/** As the server draws them in the first HTML. */
export const Bars = ({ bars, picked, people, withPeople = false }: BarsProps) => (
  <ol className="bars">
    {bars.map(({ pickNumber, value, count, userIds }) => {
      const isOnly = count === 1 && picked > 1
      return (
        <li key={`${pickNumber} ${value}`}>
          <svg width={`${(count / picked) * 100}%`} aria-hidden="true" />
          <span data-whole={withPeople}>
            {pickNumber === undefined ? <Team of={value} /> : <Name of={value} />}{' '}
            {(isOnly || withPeople) && (
              <small>
                {isOnly && (
                  <>
                    <span aria-hidden="true">★</span> only{' '}
                  </>
                )}
                {people(userIds)}
              </small>
            )}
          </span>
          <strong>{count}</strong>
        </li>
      )
    })}
  </ol>
)
