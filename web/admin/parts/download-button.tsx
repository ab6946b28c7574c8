import { useNotices } from '../../notices.ts'
import { errorText } from '../../server/request.ts'
import { useSingleMutation } from '../../server/single-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { saveFile } from './save-file.ts'

type DownloadButtonProps = {
  text: string
  /** Where several buttons have the same text. */
  label?: string
  fileName: string
  ask: () => Promise<Blob>
  /** Shown when the download fails and the server gave no reason. */
  fallback: string
}

/** A large league's file may take minutes. */
export function DownloadButton({ text, label = text, fileName, ask, fallback }: DownloadButtonProps) {
  const download = useSingleMutation({
    mutationFn: ask,
    onSuccess: (file) => saveFile(file, fileName),
    onError: (error) => useNotices.getState().show('danger', errorText(error, fallback)),
  })
  return (
    <Stack gap={2}>
      <Button
        variant="secondary"
        aria-label={label}
        busy={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {text}
      </Button>
      {download.isPending && <progress aria-label={`${label}, under way`} />}
    </Stack>
  )
}
