import { errorText } from '../../server/request.ts'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'

type LoadFailedProps = {
  title?: string
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

export function LoadFailed({ title, query: { error, isFetching, refetch } }: LoadFailedProps) {
  return (
    <Notice
      tone="danger"
      {...(title && { title })}
      action={
        <Button variant="secondary" size="small" busy={isFetching} onClick={() => refetch()}>
          Try Again
        </Button>
      }
    >
      {errorText(error, 'Please try again.')}
    </Notice>
  )
}
