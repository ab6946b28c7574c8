import { file } from '../../server/api.ts'
import { Card } from '../../ui/card.tsx'
import { Hint, Row } from '../../ui/layout.tsx'
import { DownloadButton } from '../parts/download-button.tsx'

export function ExportCard() {
  return (
    <Card title="Export">
      <Hint size="m" above>
        The whole log as one file, which another server can read in. With personal data it holds the name and
        address of everyone, so keep it safe. Without names it calls a person “Player 12”, and leaves out
        messages, reasons and seals. The history tells of each export, and so does the public record while a
        sport is open.
      </Hint>
      <Row>
        <ExportButton personalData text="Download Export" />
        <ExportButton personalData={false} text="Download Without Names" />
      </Row>
    </Card>
  )
}

function ExportButton({ personalData, text }: { personalData: boolean; text: string }) {
  return (
    <DownloadButton
      text={text}
      fileName={personalData ? 'league.zip' : 'league-without-personal-data.zip'}
      ask={() => file('GET /admin/operations/export', { personalData })}
      fallback="Failed to download the export"
    />
  )
}
