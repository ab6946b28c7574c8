import { useQuery } from '@tanstack/react-query'
import type { JoinRequests as Requests } from '../../../api/contract/joining.ts'
import { api } from '../../server/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint, Lines, Row } from '../../ui/layout.tsx'
import { Name } from '../../ui/name.tsx'
import { joinRequestsQuery } from '../admin-queries.ts'
import { formatDistance } from '../calendar.ts'
import { useCommand } from '../command/command.ts'

/** Nothing where nobody waits. */
export function JoinRequests() {
  const { data: requests = [] } = useQuery(joinRequestsQuery)
  if (requests.length === 0) return null
  return (
    <Card title="Requests to join" flush aside={<Hint as="span">{requests.length}</Hint>}>
      <Lines flush>
        {requests.map((request) => (
          <JoinRequest key={request.id} request={request} />
        ))}
      </Lines>
    </Card>
  )
}

function JoinRequest({ request }: { request: Requests[number] }) {
  const { id, name, email, seasonName, confirmed, askedAt, player } = request
  const accept = useCommand({
    send: () => api('POST /admin/join-requests/{id}/accept', id),
    fallback: 'Failed to accept the request',
    success: () => `${name} takes part in ${seasonName}`,
  })
  const decline = useCommand({
    send: () => api('POST /admin/join-requests/{id}/decline', id),
    fallback: 'Failed to decline the request',
    success: () => `The request of ${name} is declined`,
  })
  const busy = accept.busy || decline.busy
  return (
    <Row as="li" gap={4} grows>
      <div>
        <strong>
          <Name of={name} />
        </strong>{' '}
        {!confirmed && <Badge tone="warning">Address not confirmed</Badge>}
        <Hint>
          <Name of={email} />
        </Hint>
        <Hint>
          Asked {formatDistance(askedAt)} to join <Name of={seasonName} />. {knownAs(player)}
        </Hint>
      </div>
      <Row gap={2}>
        <SmallButton
          variant="primary"
          busy={accept.busy}
          disabled={busy}
          aria-label={`Accept ${name}`}
          onClick={() => accept.run()}
        >
          Accept
        </SmallButton>
        <SmallButton
          busy={decline.busy}
          disabled={busy}
          aria-label={`Decline ${name}`}
          onClick={() => decline.run()}
        >
          Decline
        </SmallButton>
      </Row>
    </Row>
  )
}

function knownAs(player: Requests[number]['player']): string {
  if (!player) return 'A new player.'
  return player.isActive
    ? 'A player with this name and address is there already.'
    : 'This player is not active. Reactivate them as well.'
}
