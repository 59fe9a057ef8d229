import { NotificationForm } from './NotificationForm.tsx'

export const SendPage = () => <NotificationForm />
