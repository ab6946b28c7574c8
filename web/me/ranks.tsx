import type { MyPage } from '../../api/contract/my-page.ts'
import { counted } from '../../domain/names.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { Hint, Lines, Row } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { nameIn } from './my-page-query.ts'

/** Where everybody on the page stands in the running seasons. */
export function Ranks({ page }: { page: MyPage }) {
  const taking = page.seasons.filter(({ ranks }) => ranks.length > 0)
  if (taking.length === 0) return null
  return (
    <Card title="Standings">
      {taking.map(({ seasonId, name, playerCount, ranks }) => (
        <div key={seasonId}>
          <h3>
            <Link to={`/?season=${seasonId}`} translate="no">
              {name}
            </Link>
          </h3>
          <Lines gap={2}>
            {ranks.map(({ userId, rank, totalPoints }) => (
              <Row as="li" key={userId} wraps={false} grows>
                <Row as="span" gap={2} wraps={false}>
                  <Avatar id={userId} name={nameIn(page, userId)} />
                  <strong translate="no">{nameIn(page, userId)}</strong>
                </Row>
                <Hint as="span" size="m">
                  {totalPoints === 0 && rank === 1
                    ? 'No points yet'
                    : `#${rank} of ${playerCount}, ${counted(totalPoints, 'point')}`}
                </Hint>
              </Row>
            ))}
          </Lines>
        </div>
      ))}
    </Card>
  )
}
