import { Button, SmallButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Box, Columns, Row, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../parts/save-file.ts'

/** Shown only once: nobody can read the codes later. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n')
  const download = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <Stack>
      <Notice tone="warning">
        Keep these recovery codes somewhere other than your phone. They are shown only now. Each one signs you
        in once instead of a code from the app.
      </Notice>
      <Box>
        <Columns as="ul" gap={2} least={12} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Columns>
      </Box>
      <Row>
        <CopyButton text={text} name="Copy" />
        <SmallButton onClick={download}>Download</SmallButton>
      </Row>
      <Button wide onClick={onDone}>
        I Have Saved Them
      </Button>
    </Stack>
  )
}
