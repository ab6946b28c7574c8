import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../request.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

export function LoadFailed({ query: { error, isFetching, refetch } }: { query: UseQueryResult }) {
  return (
    <Notice
      tone="danger"
      title="The standings of that moment could not be loaded"
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
