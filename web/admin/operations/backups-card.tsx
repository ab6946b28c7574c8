import { useQuery } from '@tanstack/react-query'
import type { BackupList } from '../../../api/contract/operations.ts'
import { counted } from '../../../domain/names.ts'
import { formatCount, formatMegabytes } from '../../browser/formats.ts'
import { api, file, query } from '../../server/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint, Lines, Row, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { formatDistance, formatMoment } from '../calendar.ts'
import { useCommand } from '../command/command.ts'
import { DownloadButton } from '../parts/download-button.tsx'

const askedEveryMs = 3_000

export function BackupsCard({ running }: { running: boolean }) {
  const list = useQuery({ ...query('GET /admin/operations/backups'), refetchInterval: askedEveryMs })
  const start = useCommand({
    send: () => api('POST /admin/operations/backups', {}),
    fallback: 'Failed to start the backup',
  })
  return (
    <Card title="Backups">
      <Loaded query={list}>
        {(found) => (
          <Stack gap={4}>
            <Hint size="m">{planOf(found)}</Hint>
            {!found.encrypted && (
              <Notice tone="warning" title="Backups are not encrypted">
                Anyone with such a file has every password hash, every pick and the secret of this server. Set
                BACKUP_PASSPHRASE_FILE on the server, or keep the files safe.
              </Notice>
            )}
            <Row>
              <Button variant="secondary" busy={running || start.busy} onClick={() => start.run()}>
                Back Up Now
              </Button>
            </Row>
            {found.backups.length > 0 && (
              <Lines>
                {found.backups.map((backup) => (
                  <BackupLine key={backup.file} backup={backup} />
                ))}
              </Lines>
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

function planOf({ at, nextAt, keep }: BackupList): string {
  const kept = `The last ${counted(keep, 'good backup', 'good backups')} stay in the folder of the server. Each is read back before it counts. Copy them to another machine.`
  if (at === null) return `Backups are made only by hand. ${kept}`
  return nextAt ? `The next backup is made ${formatMoment(nextAt)}. ${kept}` : 'Set BACKUP_DIR on the server.'
}

function BackupLine({ backup }: { backup: BackupList['backups'][number] }) {
  const { file: name, createdAt, bytes, events, provedAt, replayedAt, error } = backup
  const facts = [
    `made ${formatDistance(createdAt)}`,
    formatMegabytes(bytes),
    ...(events > 0 ? [`${formatCount(events)} events`] : []),
    ...(replayedAt ? ['replayed'] : []),
  ]
  return (
    <Row as="li" gap={4} grows>
      <div>
        <Row gap={2}>
          <strong translate="no">{name}</strong>
          {error !== null && <Badge tone="danger">No good backup</Badge>}
          {error === null && (
            <Badge tone={provedAt ? 'success' : 'neutral'}>{provedAt ? 'Read back' : 'Unknown'}</Badge>
          )}
        </Row>
        <Hint>{facts.join(' · ')}</Hint>
        {error !== null && <Hint>{error}</Hint>}
      </div>
      <DownloadButton
        text="Download"
        label={`Download ${name}`}
        fileName={name}
        ask={() => file('GET /admin/operations/backups/{file}', name)}
        fallback="Failed to download the backup"
      />
    </Row>
  )
}
