export type { OptionSource } from './context.ts';
export { Form, FormButtons, type FormButtonsProps, FormFields, type FormProps } from './Form.tsx';
export { FormOrText, type FormOrTextProps, type FormTab } from './FormOrText.tsx';
export { LeaveQuestion, type LeaveQuestionProps, useLeaveGuard } from './leave-guard.tsx';
export { type FormValue, isSame, readAt, writeAt } from './path.ts';
export { describeSchedule, type ScheduleWords } from './schedule-words.ts';
export { type FormHandle, type FormOptions, useForm } from './use-form.ts';
export { defaultsOf, type FormErrors, NUMBER_TEXT, REQUIRED_TEXT, validateForm } from './validate.ts';
