import type { PublicRules } from '../../api/contract/rules.ts'
import type { Season } from '../../api/contract/seasons.ts'
import { PLACE_NAMES, PLACES, type Place } from '../../domain/seasons/points.ts'
import { SeasonPage } from '../season/season-page.tsx'
import { query } from '../server/api.ts'
import { Card } from '../ui/card.tsx'
import { Stack, Tiles } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { Asked } from '../ui/waiting/loaded.tsx'
import styles from './rules-page.module.css'

/** How the season of the address is played, for those who play. */
export const RulesPage = () => (
  <SeasonPage title="Rules">
    {(season) => (
      <Asked of={query('GET /public/seasons/{id}/rules', season.id)} blocks={2}>
        {(rules) => <Rules season={season} rules={rules} />}
      </Asked>
    )}
  </SeasonPage>
)

const nameOf = (place: Place) => PLACE_NAMES[place].replace(' place', '').replace(' and below', ' +')

function Rules({ season, rules: { rules, weights, note, sentences, changes } }: RulesProps) {
  // The first one says in words what the figures above it say.
  const [, ...others] = sentences
  return (
    <>
      <Card title="How to play">
        <Stack as="ol" gap={2} marked>
          <li>You get your own link for each sport. It needs no password, so keep it to yourself.</li>
          <li>Pick who will win. You can change your pick as often as you like until the sport locks.</li>
          <li>
            When the result is in, see your points in the <Link to={`/?season=${season.id}`}>standings</Link>.
          </li>
        </Stack>
      </Card>
      {note && (
        <Card title="From the commissioner">
          <p className={styles.note} translate="no">
            {note}
          </p>
        </Card>
      )}
      <Card title="Points">
        <Stack>
          <Tiles
            of={[
              ...PLACES.map((place): [string, number] => [nameOf(place), rules.points[place]]),
              ['No pick', rules.noPick],
            ]}
          />
          <Stack as="ul" gap={2} marked>
            {others.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {weights.map(({ roundId, sportName, weight }) => (
              <li key={roundId}>
                <Name of={sportName} /> counts {weight === 2 ? 'double' : `${weight} times`}.
              </li>
            ))}
          </Stack>
        </Stack>
      </Card>
      <Card title="Locks, picks and corrections">
        <Stack as="ul" gap={2} marked>
          <li>A pick counts if it reaches the server before the sport locks, and not a second later.</li>
          <li>
            Until the lock everybody sees who has picked.{' '}
            {season.picks_sealed
              ? 'Nobody but you sees what you picked, not even the admins. An admin can look at a pick only by giving a reason, and everybody sees that it was done.'
              : 'Only you and the admins see what you picked.'}{' '}
            After the lock everybody sees every pick.
          </li>
          <li>
            Each saved pick has a receipt, which proves its time. Mails about locks and results have a seal,
            which proves that nothing before it was changed.{' '}
            <Link to="/proof">Check a receipt or a seal</Link>.
          </li>
          <li>
            When a result is corrected, everything is counted again. The standings mark it, and still show how
            they were before.
          </li>
        </Stack>
      </Card>
      <Card title="Changes since the first lock">
        <p>
          {changes.length === 0
            ? 'The rules have not changed since the first sport locked.'
            : `The rules changed ${changes.length === 1 ? 'once' : `${changes.length} times`} since the first sport locked.`}{' '}
          <Link to={`/record?season=${season.id}`}>Changes</Link> shows who changed what, when and why.
        </p>
      </Card>
    </>
  )
}

type RulesProps = { season: Season; rules: PublicRules }
