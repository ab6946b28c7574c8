import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextInput } from '../ui/inputs.tsx'
import styles from './receipt-search.module.css'

/** For somebody who has the code on paper or in a picture. */
export function ReceiptSearch() {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const navigate = useNavigate()
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = codeIn(typed)
    if (code === null) {
      setError('A receipt has 16 letters and digits, such as 7ZK4-9QWM-01CD-XF3T.')
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    setTyped('')
    // After the event: React would take what the form holds along for the transition.
    queueMicrotask(() => navigate(`/receipt/${code}`))
  }
  const edit = (text: string) => {
    setTyped(text)
    setError(undefined)
  }
  return (
    <Card title="Find a receipt">
      <form className={styles.search} onSubmit={find} noValidate>
        <TextInput
          label="Receipt code"
          hint="With or without dashes, in capital or small letters."
          value={typed}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => edit(event.target.value)}
        />
        <div>
          <Button type="submit" variant="secondary">
            Find
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** As receipts write it: `7ZK4-9QWM-01CD-XF3T`. The server forgives a zero that was typed as the letter O. */
function codeIn(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return letters.length === 16 ? letters.replace(/(.{4})(?!$)/g, '$1-') : null
}
