import type { SportStatistics } from '../../api/contract/season-story.ts'
import { counted } from '../../domain/names.ts'
import { Card } from '../ui/card.tsx'
import { Lines, Row, Stack } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { OfSport } from './after-lock.tsx'
import { resultLines } from './result-lines.ts'
import styles from './sport.module.css'

type ResultProps = OfSport & { result: NonNullable<SportStatistics['result']> }

/** Who won, who called it, and who climbed. */
export function Result({ sport, result: { calledIt, rarest, movers }, storiesOf }: ResultProps) {
  const [climber] = movers.filter(({ from, to }) => to < from)
  const climbers = climber ? movers.filter(({ from, to }) => from - to === climber.from - climber.to) : []
  return (
    <Card title="Result">
      <Stack gap={3}>
        <Lines as="ol" gap={2}>
          {resultLines(sport).map(({ short, holder, place }) => (
            <Row as="li" key={short} wraps={false} align="baseline">
              <strong className={styles.place} data-rank={place}>
                {short}
              </strong>
              <Name of={holder} />
            </Row>
          ))}
        </Lines>
        <p>
          {calledIt.length === 0 ? (
            'Nobody picked the winner.'
          ) : (
            <>{storiesOf(calledIt)} picked the winner.</>
          )}
        </p>
        {rarest !== null && (
          <p>
            Of the placed teams, the fewest picked <Name of={rarest} />.
          </p>
        )}
        {climber && (
          <p>
            {storiesOf(climbers.map(({ userId }) => userId))} climbed most:{' '}
            {counted(climber.from - climber.to, 'place')}.
          </p>
        )}
      </Stack>
    </Card>
  )
}
