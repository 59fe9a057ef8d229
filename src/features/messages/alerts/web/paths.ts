export const paths = { all: '/dashboard/alerts', choices: '/dashboard/alerts/choices' }
