import { useTheme } from '../theme.ts'
import { Button } from '../ui/button.tsx'
import styles from './page.module.css'

export function ThemeToggle() {
  const { theme, toggle } = useTheme()
  const other = theme === 'light' ? 'dark' : 'light'
  const words = `Switch to ${other} theme`
  return (
    <Button variant="quiet" size="small" onClick={toggle} aria-label={words} title={words}>
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
        {other === 'dark' ? (
          <path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z" />
        ) : (
          <path d="M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2m0 16v2M2 12h2m16 0h2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4m0-14.2-1.4 1.4M6.3 17.7l-1.4 1.4" />
        )}
      </svg>
    </Button>
  )
}
