CREATE TABLE "access_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid,
	"document_name" text NOT NULL,
	"access_id" uuid,
	"requester_id" uuid NOT NULL,
	"requester_email" text NOT NULL,
	"requester_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"extension_type" text,
	"justification" text,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" uuid,
	"reviewed_by_name" text,
	"client_name" text,
	"client_email" text,
	"organization_id" uuid,
	"requested_access_level" text,
	"requested_expiry" timestamp (3) with time zone,
	"review_notes" text,
	"last_reminded_at" timestamp (3) with time zone,
	CONSTRAINT "access_requests_status" CHECK ("access_requests"."status" in ('pending', 'approved', 'denied', 'withdrawn', 'lapsed')),
	CONSTRAINT "access_requests_reviewed" CHECK (("access_requests"."status" in ('approved', 'denied')) = ("access_requests"."reviewed_by" is not null and "access_requests"."reviewed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "owner_contact_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"requester_email" text NOT NULL,
	"requester_user_id" uuid NOT NULL,
	"requester_name" text NOT NULL,
	"owner_email" text NOT NULL,
	"owner_name" text,
	"message" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"claimed_by" uuid,
	"claimed_by_name" text,
	"claimed_at" timestamp (3) with time zone,
	"fulfilled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "owner_contact_requests_status" CHECK ("owner_contact_requests"."status" in ('pending', 'claimed', 'fulfilled')),
	CONSTRAINT "owner_contact_requests_claimed" CHECK (("owner_contact_requests"."status" = 'pending') = ("owner_contact_requests"."claimed_by" is null and "owner_contact_requests"."claimed_at" is null)),
	CONSTRAINT "owner_contact_requests_fulfilled" CHECK (("owner_contact_requests"."status" = 'fulfilled') = ("owner_contact_requests"."fulfilled_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"days_before" integer DEFAULT 30 NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_notices" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"about" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_notices_kind_subject_id_recipient_about_pk" PRIMARY KEY("kind","subject_id","recipient","about")
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"what" text NOT NULL,
	"day" date NOT NULL,
	"n" bigint NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally_zone" (
	"time_zone" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_access_id_document_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."document_access"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_requester_id_profiles_user_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_reviewed_by_profiles_user_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD CONSTRAINT "owner_contact_requests_requester_user_id_profiles_user_id_fk" FOREIGN KEY ("requester_user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD CONSTRAINT "owner_contact_requests_claimed_by_profiles_user_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD CONSTRAINT "reminder_settings_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_one_pending" ON "access_requests" USING btree ("document_id","requester_id") WHERE status = 'pending' and document_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_one_pending_name" ON "access_requests" USING btree (lower(document_name),"requester_id") WHERE status = 'pending' and document_id is null;--> statement-breakpoint
CREATE INDEX "access_requests_of_requester" ON "access_requests" USING btree ("requester_id","created_at","id");--> statement-breakpoint
CREATE INDEX "access_requests_newest" ON "access_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "access_requests_pending" ON "access_requests" USING btree ("created_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "access_requests_decided" ON "access_requests" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "access_requests_of_document" ON "access_requests" USING btree ("document_id","created_at");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_of_requester" ON "owner_contact_requests" USING btree ("requester_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_of_owner" ON "owner_contact_requests" USING btree ("owner_email","created_at","id");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_of_claimer" ON "owner_contact_requests" USING btree ("claimed_by","created_at","id");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_newest" ON "owner_contact_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_readings" ON "audit_events" USING btree ("at") WHERE event in ('document_viewed', 'document_downloaded');--> statement-breakpoint
CREATE INDEX "audit_events_activity" ON "audit_events" USING btree ("at","id") WHERE event in ('document_uploaded', 'access_granted', 'revoked', 'renewed', 'extended');--> statement-breakpoint
CREATE INDEX "document_access_newest" ON "document_access" USING btree ("granted_at","id");--> statement-breakpoint
CREATE INDEX "document_access_since" ON "document_access" USING btree ("granted_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "document_access_expired" ON "document_access" USING btree (least(expires_at, auto_revoke_date)) WHERE status = 'expired';--> statement-breakpoint
CREATE INDEX "documents_own" ON "documents" USING btree ("owner_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "mail_messages_newest" ON "mail_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_messages_of_status" ON "mail_messages" USING btree ("status","created_at","id");