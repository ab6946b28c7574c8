import { Route, Routes } from 'react-router'
import { lazyScreen } from '../shell/lazy-screen.tsx'

const LoginPage = lazyScreen('LoginPage', () => import('./sign-in/login-page.tsx'))
const ForgotPasswordPage = lazyScreen(
  'ForgotPasswordPage',
  () => import('./sign-in/forgot-password-page.tsx'),
)
const ResetPasswordPage = lazyScreen('ResetPasswordPage', () => import('./sign-in/reset-password-page.tsx'))
// All tabs in one file are 24 KB less than a file for each, and none of them lets an admin wait.
const SignedInRoutes = lazyScreen('SignedInRoutes', () => import('./signed-in-routes.tsx'))

export function AdminRoutes() {
  return (
    <Routes>
      <Route path="login" element={<LoginPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="reset-password" element={<ResetPasswordPage />} />
      <Route path="*" element={<SignedInRoutes />} />
    </Routes>
  )
}
