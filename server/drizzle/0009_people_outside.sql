CREATE TABLE "mail_reports" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"sender_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "sender_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_reports" ADD CONSTRAINT "mail_reports_sender_id_profiles_user_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_reports_of_sender" ON "mail_reports" USING btree ("sender_id","recipient");--> statement-breakpoint
CREATE INDEX "mail_messages_outside" ON "mail_messages" USING btree ("sender_id","created_at") WHERE outside;