export const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')
